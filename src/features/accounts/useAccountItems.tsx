import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Account } from '../../contract/accounts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';

/**
 * Returns a function for the menu items of an account, which open its dialogs. `others` is for accounts other than one's own: no account can
 * delete itself, and one's own sessions and second factor end in the profile.
 */
export function useAccountItems() {
  const dispatch = useDispatch();
  return ({ id, second_factor: hasFactor }: Pick<Account, 'id' | 'second_factor'>) => {
    const { listsSignIns, hasSecondFactors } = capabilities();
    const signOut = {
      key: 'sign_out',
      label: <FormattedMessage id="accounts.sign_out" />,
      onClick: () => dispatch(dialogOpened({ name: 'accounts/sign_out', args: { id } })),
    };
    const turnOffFactor = {
      key: 'second_factor',
      label: <FormattedMessage id="second_factor.turn_off" />,
      onClick: () => dispatch(dialogOpened({ name: 'accounts/second_factor_off', args: { id } })),
    };
    const remove = {
      key: 'delete',
      danger: true,
      label: <FormattedMessage id="common.delete" />,
      onClick: () => dispatch(dialogOpened({ name: 'accounts/delete', args: { id } })),
    };
    return {
      own: [
        {
          key: 'modify',
          label: <FormattedMessage id="common.modify" />,
          onClick: () => dispatch(dialogOpened({ name: 'accounts/modify', args: { id } })),
        },
        {
          key: 'password',
          label: <FormattedMessage id="profile.change_password" />,
          onClick: () => dispatch(dialogOpened({ name: 'accounts/password', args: { id } })),
        },
      ],
      others: [...(listsSignIns ? [signOut] : []), ...(hasSecondFactors && hasFactor !== false ? [turnOffFactor] : []), remove],
    };
  };
}
