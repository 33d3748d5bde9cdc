// @ts-check
/** The languages of the page; each has its texts in a file of its own. */

export const LANGUAGES = { en: 'English', zh: '简体中文', 'zh-Hant': '繁體中文', ja: '日本語', ko: '한국어', ru: 'Русский', vi: 'Tiếng Việt', cs: 'Čeština', et: 'Eesti' };
