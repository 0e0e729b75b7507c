// The size of an element, told when the browser has laid the page out anyway: `bind:clientWidth` would make it do so at once, in the
// middle of building a table.

export const sized =
  (tell: (width: number, height: number) => void) =>
  (node: Element): (() => void) => {
    const observer = new ResizeObserver(() => tell(node.clientWidth, node.clientHeight))
    observer.observe(node)
    return () => observer.disconnect()
  }
