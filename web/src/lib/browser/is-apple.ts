/** Whether shortcuts go by ⌘ rather than Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
