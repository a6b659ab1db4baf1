// A kyoku with buttons, a slider and keys: the same module in a notebook (anywidget) and in a page.

const BUTTONS = [["first", "|◀", "Home"], ["back", "◀", "←"], ["play", "", "Space"], ["on", "▶", "→"], ["end", "▶|", "End"]];
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "end", " ": "play" };
const PAUSE = 800; // milliseconds between the events while it plays

// Shows the kyoku `data` in `el`, from the event `first` on. `changed` gets the number of each event that a reader
// steps to. Keys are those of the element `keys`. Returns a function that shows an event, and one that ends all this.
export function mount(el, data, first, { keys = el, changed = () => {} } = {}) {
  const last = data.steps.length - 1, words = data.words;
  const box = document.createElement("div");
  box.className = "mjlog-kyoku";
  box.tabIndex = 0;
  box.dataset.lmSuppressShortcuts = "true"; // the keys are ours, not JupyterLab's
  const buttons = BUTTONS.map(
    ([to, face, key]) => `<button type="button" data-to="${to}" aria-label="${words[to]}" title="${key}">${face}</button>`,
  );
  box.innerHTML = `<div class="steps">${buttons.join("")}
<input type="range" min="0" max="${last}" aria-label="${words.event}"><span class="number"></span></div>
<p class="caption" aria-live="polite"></p>
<svg class="mj table" viewBox="0 0 ${data.size} ${data.size}" font-family="sans-serif" role="img">${data.definitions}
<rect width="${data.size}" height="${data.size}" rx="8" class="mj-cloth"/><g class="tiles"></g></svg>
<div class="result" hidden>${data.result}</div>
<p class="note">${words.legend} <span class="keys">${words.keys}</span></p>`;
  el.append(box);
  const find = name => box.querySelector(name);
  const slider = find("input"), svg = find("svg.table"), playing = find("[data-to=play]");
  let at = 0, timer = null;

  function show(n) {
    at = Math.max(0, Math.min(last, n));
    slider.value = at;
    find(".tiles").innerHTML = data.steps[at].map(part => data.parts[part]).join("");
    find(".caption").textContent = data.captions[at];
    find(".number").textContent = `${at}/${last}`;
    find(".result").hidden = at < last;
    svg.setAttribute("aria-label", data.captions[at]);
  }
  function step(n) {
    show(n);
    changed(at);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    playing.textContent = words.start;
  }
  function play() {
    if (timer) return stop();
    if (at === last) step(0);
    playing.textContent = words.stop;
    timer = setInterval(() => {
      step(at + 1);
      if (at === last) stop();
    }, PAUSE);
  }
  const targets = { first: () => 0, back: () => at - 1, on: () => at + 1, end: () => last };
  function go(to) {
    if (to === "play") return play();
    stop();
    step(targets[to]());
  }
  for (const button of box.querySelectorAll("button")) button.onclick = () => go(button.dataset.to);
  slider.oninput = () => {
    stop();
    step(+slider.value);
  };
  function pressed(event) {
    const to = KEYS[event.key];
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    if (to === "play" && event.target.tagName === "BUTTON") return; // space presses the button
    event.preventDefault();
    event.stopPropagation();
    go(to);
  }
  keys.addEventListener("keydown", pressed);
  stop();
  show(first);
  return {
    show,
    end() {
      stop();
      keys.removeEventListener("keydown", pressed);
      box.remove();
    },
  };
}

export default {
  render({ model, el }) {
    const changed = event => {
      model.set("event", event);
      model.save_changes();
    };
    const shown = mount(el, model.get("kyoku"), model.get("event"), { changed });
    const follow = () => shown.show(model.get("event"));
    model.on("change:event", follow);
    return () => {
      model.off("change:event", follow);
      shown.end();
    };
  },
};
