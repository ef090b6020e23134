const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const EVERY_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

export type Progress = { say(text: string): void; end(): void };

export type ProgressOptions = {
  /** Where stderr is not a terminal, each step is a line, for work that takes hours; else nothing is written there. */
  readonly inLines?: boolean;
  readonly stream?: NodeJS.WriteStream;
};

/** A moving line on stderr while something takes long. */
export function startProgress(text: string, options: ProgressOptions = {}): Progress {
  const { inLines = false, stream = process.stderr } = options;
  if (!stream.isTTY) {
    return { say: (step) => void (inLines && stream.write(`${step}\n`)), end: () => undefined };
  }
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
