import { saveFile } from '../shared/saveFile';

/** Downloads a value as a JSON file. */
export function saveAs(name: string, value: unknown): void {
  saveFile(name, new Blob([JSON.stringify(value)], { type: 'application/json' }));
}

/** Asks for a JSON file and reads it. Never resolves if the dialog is cancelled; throws if the file isn't JSON. */
export async function chooseJson(): Promise<unknown> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'application/json';
  const chosen = new Promise<File>((resolve) => {
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) resolve(file);
    };
  });
  input.click();
  return JSON.parse(await (await chosen).text());
}
