import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Credentials } from '../../contract/auth';
import { api } from '../../shared/api';
import { failureOf } from '../../shared/failure';
import { useSubmitOnce } from '../../shared/useSubmitOnce';
import { useLoginMutation } from './api';
import { selectEnded, signedIn, type LoggedUser } from './slice';
import { usePreference } from '../../shared/usePreference';

/** The server's login errors, and the field that each one is about (AUTH-06, AUTH-07). */
const FIELD_AT_FAULT = {
  'No username found!': { name: 'username', message: 'login.invalid_username' },
  'Password is invalid': { name: 'password', message: 'login.invalid_password' },
  'The one-time password was not used in time': { name: 'password', message: 'login.one_time_ended' },
} as const;

/** Our server's error codes for an account with a second factor, once username and password are right. */
const ABOUT_CODE = new Set(['second_factor_required', 'invalid_code']);

const isAboutField = (message: string): message is keyof typeof FIELD_AT_FAULT => message in FIELD_AT_FAULT;

export type Field = keyof Required<Credentials>;

const REQUIRED = { username: 'login.username_required', password: 'login.password_required', factor_code: 'login.code_required' } as const;

/** Errors by field. */
type Errors = Partial<
  Record<
    Field,
    | (typeof REQUIRED)[Field]
    | 'login.invalid_code'
    | 'login.invalid_recovery_code'
    | (typeof FIELD_AT_FAULT)[keyof typeof FIELD_AT_FAULT]['message']
  >
>;

export interface SigningIn {
  onSubmit: () => void;
  /** Called once somebody is signed in and may use the console, to preload their first screen. */
  onSignedIn: (user: Pick<LoggedUser, 'id' | 'account_type'>) => void;
}

/** What is typed to sign in, what is wrong with it, and the call. Asks for a second factor once the server wants one. */
export function useSignIn({ onSubmit, onSignedIn }: SigningIn) {
  const dispatch = useDispatch();
  const ended = useSelector(selectEnded);
  const owner_id = usePreference('owner_id');
  const [typed, setTyped] = useState<Required<Credentials>>({ username: '', password: '', factor_code: '' });
  const [secondFactor, setSecondFactor] = useState<'no' | 'app' | 'recovery'>('no');
  const [errors, setErrors] = useState<Errors>({});
  const codeField = useRef<HTMLInputElement>(null);
  const fields = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null), factor_code: codeField };
  const [login, { isLoading, error }] = useLoginMutation();

  // Focus the field when it appears, and when another kind of code is asked for.
  useEffect(() => {
    if (secondFactor !== 'no') codeField.current?.focus();
  }, [secondFactor]);

  const submit = useSubmitOnce(async () => {
    const missing = (['username', 'password', ...(secondFactor === 'no' ? [] : (['factor_code'] as const))] as const).filter(
      (field) => typed[field] === '',
    );
    if (missing[0]) {
      setErrors(Object.fromEntries(missing.map((field) => [field, REQUIRED[field]])));
      fields[missing[0]].current?.focus();
      return;
    }
    const { username, password, factor_code } = typed;
    // Sent before anything else is done: React would render the form first if one of its states were set before.
    const answer = login({ username, password, ...(secondFactor !== 'no' && { factor_code }) });
    setErrors({});
    onSubmit();
    const outcome = await answer;
    if (outcome.data) {
      const { id, token, account_type, subscription, must_change_password = false, second_factor_missing = false } = outcome.data;
      // Don't show a different user the previous one's cached data or search.
      if (ended === 'lost' && owner_id !== id) window.history.replaceState(null, '', window.location.hash.replace(/\?.*/, ''));
      dispatch(api.util.resetApiState());
      dispatch(signedIn({ id, token, account_type, subscription, must_change_password, second_factor_missing, info: null }));
      if (!must_change_password && !second_factor_missing) onSignedIn({ id, account_type });
      return;
    }
    const { message, code } = failureOf(outcome.error);
    if (code === 'second_factor_required') setSecondFactor((before) => (before === 'no' ? 'app' : before));
    if (code === 'invalid_code') {
      setTyped((before) => ({ ...before, factor_code: '' }));
      setErrors({ factor_code: secondFactor === 'recovery' ? 'login.invalid_recovery_code' : 'login.invalid_code' });
      codeField.current?.focus();
    }
    if (!isAboutField(message)) return;
    const fault = FIELD_AT_FAULT[message];
    setErrors({ [fault.name]: fault.message });
    fields[fault.name].current?.focus();
  });

  const switchFactor = () => {
    setSecondFactor(secondFactor === 'app' ? 'recovery' : 'app');
    setTyped({ ...typed, factor_code: '' });
    setErrors({});
  };

  return {
    typed,
    errors,
    fields,
    secondFactor,
    switchFactor,
    type: (name: Field, value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
    submit,
    isLoading,
    /** Error of the last attempt, unless it is shown on its field. */
    failure: error && !isAboutField(failureOf(error).message) && !ABOUT_CODE.has(failureOf(error).code) ? error : undefined,
    hasFailed: error !== undefined,
  };
}
