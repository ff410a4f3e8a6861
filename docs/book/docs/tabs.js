// Blocks of code that follow each other, each in another language, become tabs; the choice is kept.
const LABELS = { rust: "Rust", python: "Python", cpp: "C++", c: "C", sh: "Command line" };
const LANGUAGES = Object.keys(LABELS);

function languageOf(element) {
    const code = element && element.tagName === "PRE" ? element.querySelector("code") : null;
    return code && LANGUAGES.find((name) => code.classList.contains("language-" + name));
}

function show(language) {
    for (const group of document.querySelectorAll(".tabs")) {
        const has = [...group.children].some((child) => child.dataset.language === language);
        const chosen = has ? language : group.dataset.first;
        for (const child of group.querySelectorAll("[data-language]")) {
            child.classList.toggle("chosen", child.dataset.language === chosen);
        }
    }
    try { localStorage.setItem("language", language); } catch { /* pages of the disk may not keep it */ }
}

function group(first) {
    const tabs = document.createElement("div");
    const bar = document.createElement("p");
    tabs.className = "tabs";
    tabs.dataset.first = languageOf(first);
    first.before(tabs);
    tabs.append(bar);
    while (languageOf(tabs.nextElementSibling)) {
        const block = tabs.nextElementSibling;
        const button = document.createElement("button");
        block.dataset.language = button.dataset.language = languageOf(block);
        button.textContent = LABELS[block.dataset.language];
        button.onclick = () => show(block.dataset.language);
        bar.append(button);
        tabs.append(block);
    }
}

function start() {
    for (const block of document.querySelectorAll("pre")) {
        const alone = !languageOf(block.nextElementSibling);
        if (languageOf(block) && !alone && !block.closest(".tabs")) group(block);
    }
    let kept = "rust";
    try { kept = localStorage.getItem("language") || kept; } catch { /* as above */ }
    show(kept);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
