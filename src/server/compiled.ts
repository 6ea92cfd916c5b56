/** The packages that are compiled for each kind of machine. Without them no command runs. */

/** npm leaves them out where it is set to omit optional packages; a copied node_modules may have those of another machine. */
async function loaded<Package>(name: string, load: () => Promise<Package>): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    const [why = ''] = String(error).split('\n');
    process.stderr.write(
      `The package ${name}, which is compiled for each kind of machine, isn't here for ${process.platform} on ${process.arch}. ` +
        `Install Portico again, on this machine: npm install --include=optional. (${why})\n`,
    );
    process.exit(1);
  }
}

export const { hash, verify } = await loaded('@node-rs/argon2', () => import('@node-rs/argon2'));
export const { default: sharp } = await loaded('sharp', () => import('sharp'));
