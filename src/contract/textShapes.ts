import { z } from 'zod';
import type { TextField } from './plain/fields';

/** Schema of a text when its object is created. */
export const whenCreated = (field: TextField): z.ZodType<string> => (field.isRequired ? whenSet(field) : whenSet(field).default(''));

/** Schema of a text when its object is changed: an empty one clears an optional field and is rejected for a required one. */
export const whenSet = (field: TextField) => (field.isRequired ? shapeOf(field).min(1) : orNothing(field));

/** Schema of a text when its object is changed: an empty one clears an optional field and leaves a required one unchanged. */
export const whenChanged = (field: TextField): z.ZodType<string> => orNothing(field);

function shapeOf({ max, pattern, isFixed }: TextField) {
  // Names aren't trimmed, because their pattern rejects spaces.
  const text = isFixed ? z.string().max(max) : z.string().trim().max(max);
  return pattern ? text.regex(pattern) : text;
}

const orNothing = (field: TextField) => (field.pattern ? z.union([z.literal(''), shapeOf(field)]) : shapeOf(field));
