import '@testing-library/jest-dom/jest-globals';
import { jest } from '@jest/globals';

// Testing Library looks for fake timers by a global that test modules, being ESM, do not have.
Object.assign(globalThis, { jest });
