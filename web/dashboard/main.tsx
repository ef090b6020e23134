import './styles.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { startSession } from './api/session.ts';
import { endSessionChange } from './api/session-change.ts';
import { App } from './app.tsx';
import { startTexts } from './text/language.ts';

const place = document.getElementById('app');
// The content security policy allows only our styles and those with the page's nonce: an open dialog adds one.
setNonce(place?.dataset.nonce ?? '');
window.addEventListener('pageshow', endSessionChange);
// Asked for beside the texts, not after them.
startSession(place?.dataset.signedOut !== undefined);
await startTexts();
if (place) createRoot(place).render(<App />);
