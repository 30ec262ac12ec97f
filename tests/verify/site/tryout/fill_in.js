// Fills in the calculator of a page again and again, as a reader would, and returns what it shows each time.
async (inputs) => {
  const part = tryout.parts.find((one) => one.root.dataset.tryout === "score");
  const fields = [...part.form.querySelectorAll("[data-option]")];
  const plain = (element) => element.textContent.replaceAll("\uFE0E", "");
  const results = [];
  for (const values of inputs) {
    for (const field of fields) {
      const option = field.dataset.option;
      const together = fields.filter((one) => one.name && one.name === field.name);
      if (field.type === "checkbox") {
        field.checked = option in values;
      } else if (field.type === "radio") {
        field.checked = option ? option in values : !together.some((one) => one.dataset.option in values);
      } else if (option === "--decision") {
        const wanted = (values[option] || "").split("\n");
        const known = [...field.options].map((one) => one.value);
        field.value = known.find((value) => value && wanted.includes(value)) || "";
      } else {
        field.value = values[option] ?? (option === "--rules" ? field.options[0].value : "");
      }
    }
    part.show();
    const command = part.root.querySelector(".tryout-command code").textContent;
    await part.go();
    const rows = [...part.root.querySelectorAll(".tryout-result tbody tr")].map((row) => [...row.cells].map(plain));
    const error = part.status.querySelector(".tryout-error");
    results.push({ command, found: error ? { error: plain(error) } : { rows } });
  }
  return results;
};
