import { TestEnvironment } from 'jest-environment-jsdom';
import { FileTimes } from '../run/fileTimes';

/** jsdom plus the browser APIs the console needs and jsdom lacks: Node's own if it has them, otherwise minimal stubs. */
export default class JsdomEnvironment extends TestEnvironment {
  private readonly times = new FileTimes();
  private readonly ends: () => void;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.ends = () => this.times.write(config.projectConfig.displayName?.name ?? '', context.testPath);
    const window = this.global as unknown as Window & typeof globalThis;

    // fetch checks that its arguments are instances of its own classes, so all of them come from Node.
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

    // The width of a desktop screen.
    window.innerWidth = 1400;
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

    // jsdom can't compute styles of pseudo-elements, and logs that whenever antd or an accessible name asks for them.
    const computed = window.getComputedStyle.bind(window);
    window.getComputedStyle = (element) => computed(element);
  }

  handleTestEvent(event: { name: string }) {
    this.times.onEvent(event.name);
  }

  override async teardown() {
    this.ends();
    await super.teardown();
  }
}

/** An observer that never fires: nothing has a size or position here. */
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

/** Width queries use the window's width (`window.innerWidth = 360` is a phone), reduced motion matches, anything else doesn't. */
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
