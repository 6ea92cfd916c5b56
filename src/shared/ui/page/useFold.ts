import { useDispatch, useSelector } from 'react-redux';
import { foldToggled, selectUnfolded } from '../../unfolded';

/** Whether a part of the screen is unfolded, and a function to toggle it. */
export function useFold(key: string) {
  const dispatch = useDispatch();
  // Selects its own key only: the other parts of the screen aren't rendered again.
  const isOpen = useSelector((state: Parameters<typeof selectUnfolded>[0]) => selectUnfolded(state).includes(key));
  return { isOpen, toggle: () => dispatch(foldToggled(key)) };
}
