// @ts-check
/** The engine of `rustgomo board --native`. If it is lost, the one in the page takes over. */
import { Refusal, Remote, Stopped } from './remote.js';

export class Native extends Remote {
    #key;
    #isLost = false;
    #abort = new AbortController();
    /** Called when the engine is lost. */
    onLost = () => {};

    /** @param {string} key */
    constructor(key) {
        super();
        this.#key = key;
    }

    /**
     * @param {string} what
     * @param {any[]} values
     * @param {(report: any) => void} [progress]
     * @param {number} [patience]
     */
    async ask(what, values, progress, patience) {
        if (what !== 'analyse' || this.#isLost) return super.ask(what, values, progress, patience);
        const { signal } = this.#abort;
        try {
            return await this.#search(values, signal, progress);
        } catch (error) {
            if (signal.aborted) throw new Stopped('stopped');
            if (error instanceof Refusal) throw error;
            this.#isLost = true;
            this.onLost();
            return super.ask(what, values, progress, patience);
        }
    }

    /** @param {any[]} values @param {AbortSignal} signal @param {(report: any) => void} [progress] */
    async #search([rule, size, moves, request], signal, progress) {
        const body = JSON.stringify({ rule, size, moves, request });
        const response = await fetch('native', { method: 'POST', headers: { 'X-RustGomo-Key': this.#key }, body, signal });
        if (!response.ok || !response.body) throw new Error(await response.text());
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = ''; ;) {
            const { value: part, done } = await reader.read();
            if (done) throw new Error('the answer ended early');
            const lines = (text + part).split('\n');
            text = lines.pop() ?? '';
            for (const line of lines.filter(line => line)) {
                const { report, value, error } = JSON.parse(line);
                if (error !== undefined) throw new Refusal(error);
                if (value !== undefined) return JSON.parse(value);
                progress?.(JSON.parse(report));
            }
        }
    }

    async prepare() {
        if (this.#isLost) await super.prepare();
    }

    stop() {
        this.#abort.abort();
        this.#abort = new AbortController();
        super.stop();
    }
}
