"""The rules core: yaku, fu, points, payments, shanten; pure, without input or output."""
