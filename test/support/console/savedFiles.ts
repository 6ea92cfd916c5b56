import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Collects the files the console makes the browser download. */
export function watchFiles(): { name: string; text: () => Promise<string> }[] {
  const files: { name: string; text: () => Promise<string> }[] = [];
  let blob: Blob | undefined;
  URL.createObjectURL = (content) => {
    blob = content as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const content = blob;
    if (this.download !== '' && content) files.push({ name: this.download, text: () => read(content) });
  });
  return files;
}

const read = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    // readAsText would drop the byte order mark.
    reader.onload = () => resolve(Buffer.from(reader.result as ArrayBuffer).toString());
    reader.readAsArrayBuffer(blob);
  });

/** Downloads the CSV file that the open dialog offers. */
export const download = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Download' }));
