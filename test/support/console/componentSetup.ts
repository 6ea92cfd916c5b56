import '@testing-library/jest-dom/jest-globals';
import { jest } from '@jest/globals';

// Testing Library detects fake timers by a global `jest`, which ESM test modules don't have.
Object.assign(globalThis, { jest });
