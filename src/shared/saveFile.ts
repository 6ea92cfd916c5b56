/** Makes the browser download `content` as a file, without opening a window, which pop-up blockers might stop. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Browsers read the URL after the click; a minute is enough even for slow disks.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
