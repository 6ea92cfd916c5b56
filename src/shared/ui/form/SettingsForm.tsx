import { Form } from 'antd';
import type { ComponentProps, ReactNode } from 'react';

/**
 * Puts the labels of fields above them, and renders no form itself. It belongs around the component that calls `useSettings`, outside of
 * what typing renders: antd renders every field again with it.
 */
export function LabelsAbove({ children }: { children: ReactNode }) {
  return (
    <Form component={false} layout="vertical">
      {children}
    </Form>
  );
}

interface SettingsFormProps extends Pick<ComponentProps<'form'>, 'id' | 'className' | 'onKeyDown' | 'children'> {
  onSubmit: () => unknown;
}

/** The form of settings that are saved one by one (`useSettings`), inside `LabelsAbove`. */
export function SettingsForm({ onSubmit, ...form }: SettingsFormProps) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
