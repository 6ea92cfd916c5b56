import { each, namesOf } from '../../contract/plain/fields';
import { UNIT_FIELDS, type UnitField } from '../../contract/plain/unitFields';
import { DescribedText } from '../../shared/ui/form/DescribedText';

/** A unit's texts. */
export type UnitNames = Record<UnitField, string>;

/** The unit's texts as they are, or of one to be registered. */
export const namesOfUnit = (unit?: UnitNames): UnitNames => each(namesOf(UNIT_FIELDS), (field) => unit?.[field] ?? '');

/** As typed, for the request. */
export const trimmedNames = (typed: UnitNames): UnitNames => each(namesOf(UNIT_FIELDS), (field) => typed[field].trim());

/** Name and description of a unit. */
export function NameFields() {
  return namesOf(UNIT_FIELDS).map((field) => (
    <DescribedText key={field} name={field} label={`units.${field}`} field={UNIT_FIELDS[field]} />
  ));
}
