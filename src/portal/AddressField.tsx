import type { ReactNode } from 'react';
import { Problem, Text } from './PortalFrame';

interface AddressFieldProps {
  /** The field's name, and the key of its label's text. */
  name: 'email' | 'phone';
  type: 'email' | 'tel';
  value: string;
  maxLength: number;
  problem: ReactNode;
  /** Explanation below the field. */
  children: ReactNode;
}

/** Props of an input that is wrong: it gets the focus, is marked as invalid, and is described by `problem`. */
export const wrongInput = (id: string, problem: ReactNode) => ({
  'aria-describedby': problem === null ? `${id}-help` : `${id}-problem`,
  ...(problem !== null && { 'aria-invalid': true, autoFocus: true }),
});

/** Props of one of the choices below which `problem` is shown; the first one gets the focus. */
export const wrongChoice = (id: string, problem: ReactNode, isFirst: boolean) =>
  problem === null ? {} : { 'aria-describedby': `${id}-problem`, 'aria-invalid': true, autoFocus: isFirst };

export function FieldProblem({ id, problem }: { id: string; problem: ReactNode }) {
  return problem === null ? null : <Problem id={`${id}-problem`}>{problem}</Problem>;
}

/** The e-mail address or phone number that a code is sent to. */
export function AddressField({ name, type, value, maxLength, problem, children }: AddressFieldProps) {
  const id = `portal-${name}`;
  return (
    <div className="portal-field">
      <label htmlFor={id}>
        <Text text={name} />
      </label>
      <input
        id={id}
        className="portal-input"
        name={name}
        type={type}
        defaultValue={value}
        required
        maxLength={maxLength}
        autoComplete={type}
        {...wrongInput(id, problem)}
      />
      <FieldProblem id={id} problem={problem} />
      {problem === null && <span id={`${id}-help`}>{children}</span>}
    </div>
  );
}
