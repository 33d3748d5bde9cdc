// @ts-check
/** Texts in the language of the user. */
import { keepForLater } from '../engine/kept.js';
import { storedItem, storeItem } from '../shared/storage.js';
import { LANGUAGES } from './languages.js';

/** @typedef {string | Record<string, string>} Text a text, or its forms by the plural rules of the language for `{n}` */

const KEY = 'rustgomo.language';
const NAMES = Object.keys(LANGUAGES);
/** Places where Chinese is written in its traditional form, besides the script that a browser may name itself. */
const TRADITIONAL = /^zh-(hant|tw|hk|mo)/i;

/** The name that a language of the browser has here. @param {string} tag such as `zh-TW` */
const nameOf = tag => (TRADITIONAL.test(tag) ? 'zh-Hant' : tag.split('-')[0]);

/** The language that was chosen, else the first one of the browser that there is. */
function preferred() {
    return [storedItem(KEY), ...navigator.languages.map(nameOf)].find(name => name !== null && NAMES.includes(name)) ?? 'en';
}

/** @param {string} name @returns {Promise<Record<string, Text>>} */
async function load(name) {
    const url = new URL(`./${name}.js`, import.meta.url);
    if (name !== 'en') void keepForLater(url);
    return (await import(url.href)).TEXTS;
}

let language = preferred();
/** @type {Record<string, Text>} */
let texts = await load(language).catch(() => load((language = 'en')));
let plurals = new Intl.PluralRules(language);

export const currentLanguage = () => language;

/** The choice made last: of several in a row, as by arrow keys, the texts may arrive in any order. */
let chosen = language;

/** @param {string} name @throws if its texts cannot be had */
export async function setLanguage(name) {
    if (!NAMES.includes(name)) return;
    chosen = name;
    const found = await load(name);
    if (name !== chosen) return;
    texts = found;
    language = name;
    plurals = new Intl.PluralRules(name);
    storeItem(KEY, name);
    translatePage();
}

/**
 * A text with its values put in; `n` also chooses the plural.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
    const found = texts[key] ?? key;
    const text = typeof found === 'string' ? found : (found[plurals.select(Number(values.n))] ?? found.other);
    return text.replace(/\{(\w+)\}/g, (_, name) => (values[name] ?? '').toLocaleString(language));
}

/** Something to choose, whose text follows the language. @param {string} kind such as `rule` @param {string} id its value; the text is `kind.id` */
export function optionOf(kind, id) {
    const option = new Option(t(`${kind}.${id}`), id);
    option.dataset.t = `${kind}.${id}`;
    return option;
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
