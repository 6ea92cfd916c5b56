import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with what the console expects of a browser and jsdom lacks: node's own where there is one, else the least that does. */
export default class JsdomEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    const window = this.global as unknown as Window & typeof globalThis;

    // fetch checks its arguments for being of its own kind, so its whole family comes from node.
    Object.assign(window, {
      AbortController,
      AbortSignal,
      ArrayBuffer,
      Headers,
      ReadableStream,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
      TransformStream,
      Uint8Array,
      WritableStream,
      fetch,
      structuredClone,
    });

    window.matchMedia = (query) => mediaQueryList(window, query) as MediaQueryList;
    window.ResizeObserver = NothingToObserve;
    window.IntersectionObserver = NothingToObserve;
    window.scrollTo = () => undefined;
    window.Element.prototype.scrollTo = () => undefined;
    window.Element.prototype.scrollIntoView = () => undefined;

    window.Blob.prototype.arrayBuffer = function (this: Blob) {
      return new Promise((resolve, reject) => {
        const reader = new window.FileReader();
        reader.onload = () => resolve(reader.result as ArrayBuffer);
        reader.onerror = () => reject(new Error('the file cannot be read', { cause: reader.error }));
        reader.readAsArrayBuffer(this);
      });
    };

    // jsdom computes no styles of pseudo-elements and says so on the console each time antd or an accessible name asks.
    const computed = window.getComputedStyle.bind(window);
    window.getComputedStyle = (element) => computed(element);
  }
}

/** Nothing has a size or a place here, so nothing changes it. */
class NothingToObserve {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** Widths are compared with the window's (`window.innerWidth = 360` is a phone); motion is reduced; anything else does not match. */
function mediaQueryList(window: Window, query: string): Omit<MediaQueryList, 'addListener' | 'removeListener'> {
  const widths = [...query.matchAll(/\((min|max)-width:\s*(\d+(?:\.\d+)?)px\)/g)];
  const fits = ([, bound, pixels]: RegExpExecArray) =>
    bound === 'min' ? window.innerWidth >= Number(pixels) : window.innerWidth <= Number(pixels);
  return {
    media: query,
    get matches() {
      return widths.length > 0 ? widths.every(fits) : query.includes('prefers-reduced-motion: reduce');
    },
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  };
}
