import '@testing-library/jest-dom/jest-globals';
import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { jest } from '@jest/globals';

// Testing Library detects fake timers by a global `jest`, which ESM test modules don't have.
Object.assign(globalThis, { jest });

// jsdom has no BroadcastChannel.
globalThis.BroadcastChannel = NodeChannel as unknown as typeof BroadcastChannel;
