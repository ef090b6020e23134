import { existsSync } from 'node:fs';

/**
 * The address bar's lists of suggestions: pages of their own, made anew for every window. They cost several times what
 * the page of a test does.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium takes the last list it is given, so what Playwright switches off is named again. */
const OFF_FOR_TESTS = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Debian's Chromium without windows takes half of the work of the whole one, and draws the same pages. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The system's Chromium, quiet and without a sandbox of its own: tests also run as root. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? PROGRAMS.find((program) => existsSync(program)) ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${[...OFF_FOR_TESTS, ...SUGGESTIONS].join(',')}`,
  ],
};
