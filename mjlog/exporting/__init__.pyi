"""The public names of `mjlog.exporting`, each loaded on first use."""

from .tables import ExportError as ExportError
from .tables import export as export
from .training import TrainingGames as TrainingGames
from .training import TrainingReport as TrainingReport
from .training import export_training as export_training
from .training import read_training as read_training
