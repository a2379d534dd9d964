/** Elements without a framework: text is always text, never markup. */

type Child = Node | string | null | undefined | false;
type Props = Readonly<Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>>;

function fill(element: Element, props: Props, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) element.append(child);
}

/** `h('button', { class: 'primary', onclick: … }, 'Text')` */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/** The same for drawings. */
export function s(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, props, children);
  return element;
}

/** A button that cannot be pressed again while what it began is under way. */
export function button(
  label: string,
  look: string,
  act: () => void | Promise<void>,
  more: Props = {},
): HTMLButtonElement {
  const made: HTMLButtonElement = h(
    'button',
    {
      type: 'button',
      class: look,
      ...more,
      onclick: () => {
        const done = act();
        if (!done) return;
        made.disabled = true;
        void done.finally(() => (made.disabled = false));
      },
    },
    label,
  );
  return made;
}

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
