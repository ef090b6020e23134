// How the dashboard is cut into files. Left alone, the bundler makes dozens of a few hundred bytes out of what pages
// share, and a browser asks for each of them.

/** For rollup's `manualChunks`: what every page needs is one file, small parts that several pages share another. */
export function chunksOf(entry) {
  let base;
  return (id, { getModuleInfo }) => {
    base ??= staticallyImported(entry, getModuleInfo);
    // The style sheet stays with the first script: the document names it.
    if (id === entry || id.endsWith('.css')) return undefined;
    if (base.has(id)) return 'base';
    const mayShare = id.includes('/lucide-react/') || id.includes('/web/dashboard/kit/');
    const isLoadedLater = (getModuleInfo(id)?.dynamicImporters ?? []).length > 0;
    return mayShare && !isLoadedLater && !bringsPackage(id) ? 'shared' : undefined;

    /** Imports a package, other than icons, that the first file does not have: then it stays by itself. */
    function bringsPackage(part) {
      return [...staticallyImported(part, getModuleInfo)].some(
        (each) => !base.has(each) && each.includes('/node_modules/') && !each.includes('/lucide-react/'),
      );
    }
  };
}

function staticallyImported(id, getModuleInfo) {
  const found = new Set([id]);
  // A set goes on with what is added while it is read.
  for (const each of found) for (const next of getModuleInfo(each)?.importedIds ?? []) found.add(next);
  return found;
}
