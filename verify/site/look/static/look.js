// What the look needs a script for: tables that are wider than the screen are marked as such.
function mark() {
  for (const table of document.querySelectorAll(".table-wrapper")) {
    const scrolls = table.scrollWidth > table.clientWidth + 2;
    table.classList.toggle("scrolls", scrolls);
    if (scrolls) {
      table.tabIndex = 0;
      table.setAttribute("role", "region");
      table.setAttribute("aria-label", table.querySelector("caption")?.textContent ?? "Table");
      if (!table.nextElementSibling?.matches(".scroll-hint")) {
        const hint = document.createElement("p");
        hint.className = "scroll-hint";
        hint.textContent = "The table goes on to the right: scroll it sideways.";
        table.after(hint);
      }
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) table.removeAttribute(name);
    }
  }
}
mark();
addEventListener("resize", mark);

// Names of code and addresses of sentences are for those who ask; the choice is remembered, and shared with the box that
// shows the checks in a text.
const root = document.documentElement;
const choices = document.querySelector(".site-choices");
const apparatus = document.createElement("input");
apparatus.type = "checkbox";
apparatus.checked = root.classList.contains("reader-apparatus");
apparatus.addEventListener("change", () => {
  const box = document.querySelector(".reader-tools input");
  if (box && box.checked !== apparatus.checked) {
    box.click();
    return;
  }
  root.classList.toggle("reader-apparatus", apparatus.checked);
  try {
    localStorage.setItem("reader-checks", apparatus.checked ? "shown" : "folded");
  } catch { /* not remembered */ }
});
if (choices) {
  const label = document.createElement("label");
  label.className = "reader-choice";
  label.append(apparatus, " code and addresses");
  choices.append(label);
}
