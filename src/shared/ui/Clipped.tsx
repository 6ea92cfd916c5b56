/** Long texts do not stretch the table; the whole is a hover away. What is empty is a dash. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className="clipped" title={text}>
      <bdi>{text === '' ? '-' : text}</bdi>
    </span>
  );
}
