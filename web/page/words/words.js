// @ts-check
/** Texts in the language of the user. */
import { LANGUAGES, TEXTS } from './languages.js';

const KEY = 'rustgomo.language';
const NAMES = Object.keys(LANGUAGES);

/** The language that was chosen, else the first one of the browser that there is. */
function preferred() {
    let chosen = null;
    try {
        chosen = localStorage.getItem(KEY);
    } catch {
        // Refused in some private windows.
    }
    const wanted = [chosen, ...navigator.languages.map(language => language.split('-')[0])];
    return wanted.find(name => name !== null && NAMES.includes(name)) ?? 'en';
}

let language = preferred();
let plurals = new Intl.PluralRules(language);

export const currentLanguage = () => language;

/** @param {string} name */
export function setLanguage(name) {
    if (!NAMES.includes(name)) return;
    language = name;
    plurals = new Intl.PluralRules(name);
    try {
        localStorage.setItem(KEY, name);
    } catch {
        // As above.
    }
    translatePage();
}

/**
 * A text with its values put in; `n` also chooses the plural.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
    const row = TEXTS[key];
    const found = row?.[NAMES.indexOf(language)] ?? key;
    const text = typeof found === 'string' ? found : (found[plurals.select(Number(values.n))] ?? found.other);
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Puts the texts of the language into the page: `data-t` names an element's text, `data-t-title` and so on its attributes. */
export function translatePage() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-t]')) element.textContent = t(element.getAttribute('data-t') ?? '');
    for (const attribute of ['title', 'aria-label', 'data-empty', 'placeholder']) {
        for (const element of document.querySelectorAll(`[data-t-${attribute}]`)) {
            element.setAttribute(attribute, t(element.getAttribute(`data-t-${attribute}`) ?? ''));
        }
    }
}
