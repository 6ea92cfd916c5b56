import { useDispatch, useSelector } from 'react-redux';
import { foldToggled, selectUnfolded } from '../../unfolded';

/** Whether a part of the screen is unfolded, and a function to toggle it. */
export function useFold(key: string) {
  const dispatch = useDispatch();
  const isOpen = useSelector(selectUnfolded).includes(key);
  return { isOpen, toggle: () => dispatch(foldToggled(key)) };
}
