import { each, namesOf } from '../../contract/plain/fields';
import { UNIT_FIELDS, type UnitField } from '../../contract/plain/unitFields';
import { DescribedText } from '../../shared/ui/form/DescribedText';

/** A unit's text fields. */
export type UnitNames = Record<UnitField, string>;

/** A unit's text fields; empty for a unit that is about to be registered. */
export const namesOfUnit = (unit?: UnitNames): UnitNames => each(namesOf(UNIT_FIELDS), (field) => unit?.[field] ?? '');

/** The typed texts, trimmed for the request. */
export const trimmedNames = (typed: UnitNames): UnitNames => each(namesOf(UNIT_FIELDS), (field) => typed[field].trim());

/** Name and description of a unit. */
export function NameFields() {
  return namesOf(UNIT_FIELDS).map((field) => (
    <DescribedText key={field} name={field} label={`units.${field}`} field={UNIT_FIELDS[field]} />
  ));
}
