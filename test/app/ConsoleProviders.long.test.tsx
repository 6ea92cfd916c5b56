import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { ConfigProvider, theme } from 'antd';
import { use } from 'react';
import { FormattedMessage } from 'react-intl';
import { languageChosen, remembered } from '../../src/shared/preferences';
import { renderPage } from '../support/console/render';

test('antd derives its theme anew when the theme changes, and not when another preference does', () => {
  const tokens: object[] = [];
  function Probe() {
    const { token } = theme.useToken();
    tokens.push(token);
    return <p>{token.colorPrimary}</p>;
  }
  const { store } = renderPage(<Probe />, { preferences: { theme: 'light' } });
  expect(screen.getByText('#0f766e')).toBeVisible();
  const before = tokens.length;
  act(() => void store.dispatch(remembered({ devices_per_page: 50, owner_id: 7, menu_folded: true })));
  expect(tokens).toHaveLength(before);
  act(() => void store.dispatch(remembered({ theme: 'dark' })));
  expect(screen.getByText('#2dd4bf')).toBeVisible();
});

test('choosing a language renders antd’s components once its texts are loaded, and not before', async () => {
  const renders = jest.fn();
  function Probe() {
    use(ConfigProvider.ConfigContext);
    renders();
    return (
      <p>
        <FormattedMessage id="common.cancel" />
      </p>
    );
  }
  const { store } = renderPage(<Probe />);
  renders.mockClear();
  act(() => void store.dispatch(languageChosen('it')));
  expect(screen.getByText('Cancel')).toBeVisible();
  expect(renders).not.toHaveBeenCalled();
  expect(await screen.findByText('Annulla')).toBeVisible();
  expect(renders).toHaveBeenCalledTimes(1);
});
