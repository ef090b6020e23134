const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const EVERY_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

export type Progress = { say(text: string): void; end(): void };

/** A moving line on stderr while something takes long; silent where stderr is not a terminal. */
export function startProgress(text: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { say: () => undefined, end: () => undefined };
  let shown = text;
  let frame = 0;
  const draw = () => {
    frame += 1;
    stream.write(`${CLEAR_LINE}${FRAMES[frame % FRAMES.length]} ${shown}`);
  };
  const timer = setInterval(draw, EVERY_MS);
  draw();
  return {
    say(next) {
      shown = next;
    },
    end() {
      clearInterval(timer);
      stream.write(CLEAR_LINE);
    },
  };
}
