import { saveFile } from '../shared/saveFile';

/** Hands a value to the browser as a JSON file to keep. */
export function saveAs(name: string, value: unknown): void {
  saveFile(name, new Blob([JSON.stringify(value)], { type: 'application/json' }));
}

/** Asks for a JSON file and reads it; never answers when the choice is cancelled, throws when it is not JSON. */
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
