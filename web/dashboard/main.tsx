import './styles.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startTexts } from './text/language.ts';

const place = document.getElementById('app');
// The page's policy allows no styles but ours and those that carry its word: a dialog adds one while it is open.
setNonce(place?.dataset.nonce ?? '');
await startTexts();
if (place) createRoot(place).render(<App />);
