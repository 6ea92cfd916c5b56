/**
 * Password hashing for server tests, which log in thousands of times: the real library at its lowest cost. It insists on being asked for
 * the cost that protects real passwords (OWASP's for argon2id), so production cannot become weaker unnoticed.
 */
import argon2 from '../../../node_modules/@node-rs/argon2/index.js';

const LOWEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const { verify } = argon2;

/** @type {typeof argon2.hash} */
export const hash = (password, options, ...others) => {
  const { memoryCost = 0, timeCost = 0 } = options ?? {};
  if (memoryCost < 19_456 || timeCost < 2) throw new Error(`${JSON.stringify(options)} costs too little to protect passwords`);
  return argon2.hash(password, { ...options, ...LOWEST }, ...others);
};
