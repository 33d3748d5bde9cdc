// @ts-check
/** The engine of `rustgomo board --native`, in the place of a worker: a WebSocket that takes and gives the messages of worker.js. */

/** The key of the native engine, if the page was opened with one, and whether the engine is lost. */
export const native = {
    key: new URLSearchParams(location.search).get('native'),
    isLost: false,
    /** Called when it is lost: the engine in the page takes over. */
    onLost: () => {},
};

export class NativeWorker {
    #socket;
    /** Messages that wait for the connection. @type {string[]} */
    #waiting = [];
    /** @type {(event: {data: any}) => void} */
    onmessage = () => {};
    /** Called when the connection is lost. */
    onclose = () => {};

    constructor() {
        const url = new URL(`native?key=${native.key}`, location.href);
        url.protocol = url.protocol.replace('http', 'ws');
        this.#socket = new WebSocket(url);
        this.#socket.onopen = () => {
            this.onmessage({ data: { loaded: true } });
            this.#waiting.forEach(message => this.#socket.send(message));
            this.#waiting = [];
        };
        this.#socket.onmessage = ({ data }) => this.onmessage({ data: JSON.parse(data) });
        this.#socket.onclose = () => this.onclose();
    }

    /** Networks and modules are those of the program. @param {{id: number, what: string, values: unknown[], stops: number} | {stop: number} | object} message */
    postMessage(message) {
        if (!('what' in message || 'stop' in message)) return;
        const text = JSON.stringify(message);
        if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(text);
        else this.#socket.send(text);
    }

    terminate() {
        this.#socket.onclose = null;
        this.#socket.close();
    }
}
