/** Styles of dropdown menus. */
export const MENU = 'z-50 min-w-52 rounded-xl border bg-surface p-1 shadow-raised';
export const MENU_ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-3 outline-none data-highlighted:bg-hover data-[state=checked]:font-medium data-[state=checked]:text-accent';
