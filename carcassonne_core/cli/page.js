"use strict";
// One number decides what is seen: the step. Everything drawn says from which step to which it is there.
const all = (selector) => [...document.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const facts = JSON.parse(one("#facts").textContent);
const last = facts.steps.length - 1;
const parts = all("[data-from]").map((node) => ({
  node, from: +node.dataset.from, to: node.dataset.to === undefined ? Infinity : +node.dataset.to,
}));
const lines = all("#log li");
const log = one("#log");
const slider = one("#step");
const picture = one("#board > svg");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let step = -1;
let timer = 0;

function show(wanted, { fly = true } = {}) {
  const next = Math.max(0, Math.min(last, wanted));
  const forward = next === step + 1;
  step = next;
  for (const part of parts) part.node.toggleAttribute("hidden", step < part.from || step >= part.to);
  const now = facts.steps[step];
  all(".seat").forEach((seat, number) => {
    seat.querySelector("output").textContent = now.scores[number];
    seat.classList.toggle("deciding", now.decider === number);
  });
  let current = null;
  for (const line of lines) {
    const at = +line.dataset.step;
    line.classList.toggle("later", at > step);
    line.classList.toggle("now", at === step);
    if (at === step && !current) current = line;
  }
  // Not scrollIntoView: on a phone that would scroll the board out of sight.
  if (current) log.scrollTop = current.offsetTop - log.clientHeight / 2;
  slider.value = step;
  slider.setAttribute("aria-valuetext", `${step} / ${last}`);
  one("#count").textContent = `${step} / ${last}`;
  one("#cursor").setAttribute("transform", `translate(${(300 * step) / Math.max(1, last)} 0)`);
  one("#live").textContent = lines.filter((line) => +line.dataset.step === step)
    .map((line) => line.innerText).join(" ");
  if (fly && forward && now.flight && !calm.matches) animate(now.flight);
}

function animate([start, end, seat]) {
  const flier = one(`#flier${seat}`);
  const place = ([x, y]) => `translate(${x}px, ${y}px)`;
  flier.removeAttribute("hidden");
  flier.animate([{ transform: place(start) }, { transform: place(end) }], { duration: 700, easing: "ease-in-out" })
    .finished.finally(() => flier.setAttribute("hidden", ""));
}

function turn(direction) {
  let wanted = step;
  do wanted += direction; while (wanted > 0 && wanted < last && !facts.steps[wanted].turn);
  show(wanted);
}

function play() {
  const button = one("#play");
  if (timer) { clearInterval(timer); timer = 0; } else {
    if (step === last) show(0);
    timer = setInterval(() => { show(step + 1); if (step === last) play(); }, 900);
  }
  button.setAttribute("aria-pressed", String(Boolean(timer)));
  button.textContent = timer ? "❚❚" : "▶";
}

// ---------------------------------------------------------------- zoom and pan
const whole = picture.viewBox.baseVal;
const home = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
const box = { ...home };
function look() { picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`); }
function zoom(factor, cx = box.x + box.width / 2, cy = box.y + box.height / 2) {
  const width = Math.max(150, Math.min(4 * home.width, box.width * factor));
  const real = width / box.width;
  box.x = cx - (cx - box.x) * real; box.y = cy - (cy - box.y) * real;
  box.width *= real; box.height *= real;
  look();
}
function inPicture(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  return [point.x, point.y];
}
picture.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...inPicture(event));
}, { passive: false });
const fingers = new Map();
picture.addEventListener("pointerdown", (event) => {
  picture.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, event);
});
picture.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
  if (other) {
    const gap = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
    zoom(gap(before) / Math.max(1, gap(event)), ...inPicture(other));
  } else {
    const scale = 1 / picture.getScreenCTM().a;
    box.x -= (event.clientX - before.clientX) * scale; box.y -= (event.clientY - before.clientY) * scale;
    look();
  }
  fingers.set(event.pointerId, event);
});
for (const name of ["pointerup", "pointercancel"]) {
  picture.addEventListener(name, (event) => fingers.delete(event.pointerId));
}

// ---------------------------------------------------------------- controls
const deeds = {
  first: () => show(0), back: () => show(step - 1), play, on: () => show(step + 1), end: () => show(last),
  closer: () => zoom(1 / 1.3), further: () => zoom(1.3),
  whole: () => { Object.assign(box, home); look(); },
};
for (const [name, deed] of Object.entries(deeds)) one(`#${name}`).addEventListener("click", deed);
slider.max = last;
slider.addEventListener("input", () => show(+slider.value));
const keys = {
  ArrowRight: deeds.on, ArrowLeft: deeds.back, Home: deeds.first, End: deeds.end, " ": play,
  PageDown: () => turn(1), PageUp: () => turn(-1), "+": deeds.closer, "-": deeds.further, "0": deeds.whole,
};
addEventListener("keydown", (event) => {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
  if (tag === "SELECT" || (tag === "BUTTON" && event.key === " ")) return;
  event.preventDefault();
  keys[event.key]();
});
for (const line of lines) line.addEventListener("click", () => show(+line.dataset.step));
one("#language").addEventListener("change", (event) => {
  document.documentElement.lang = event.target.value;
  for (const node of all("[data-lang]")) node.toggleAttribute("hidden", node.dataset.lang !== event.target.value);
});
show(0, { fly: false });
