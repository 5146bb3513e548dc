//! Finds elements as a person with a screen reader does: by role and name.

/// Takes a role and a name and returns the visible elements of both, an exact name before one that only contains it.
pub(super) const BY_ROLE: &str = r#"
const [role, name] = arguments;
const implied = {
  button: "button, summary", link: "a[href]", textbox: "input:not([type]), input[type=text], input[type=search], textarea",
  heading: "h1, h2, h3, h4", row: "tr", cell: "td", rowheader: "th[scope=row]", columnheader: "th", checkbox: "input[type=checkbox]",
  radio: "input[type=radio]", dialog: "dialog", option: "option", combobox: "select", navigation: "nav", table: "table",
};
const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const named = (element) => {
  const ids = element.getAttribute("aria-labelledby");
  if (ids) return tidy(ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(" "));
  if (element.hasAttribute("aria-label")) return tidy(element.getAttribute("aria-label"));
  if (element.labels?.length) return tidy([...element.labels].map((label) => label.textContent).join(" "));
  return tidy(element.innerText || element.value || element.getAttribute("placeholder") || element.title);
};
const selector = `[role="${role}"]` + (implied[role] ? `, ${implied[role]}` : "");
const seen = [...document.querySelectorAll(selector)].filter((element) => {
  const own = element.getAttribute("role");
  return (own === null || own === role) && (element.getClientRects().length > 0 || element.closest("label"));
});
const exact = seen.filter((element) => named(element) === name);
return exact.length > 0 ? exact : seen.filter((element) => named(element).includes(name));
"#;

/// What a person can read in the window, one space between words.
pub(super) const TEXT: &str =
    r#"return (document.body?.innerText ?? "").replace(/\s+/g, " ").trim();"#;
