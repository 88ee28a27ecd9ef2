import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A part of the app that is fetched when it is first shown. */
export interface LazyView<P extends object = object> {
  View: (props: P) => ReactNode
  /** Fetches it ahead; a failure shows only where it is drawn. */
  preload: () => void
  /** Lets the next drawing fetch it again: called by the boundary that shows a failure. */
  forget: () => void
}

/**
 * React's own `lazy`, made anew after a failure: it keeps a failed fetch for ever, so that a screen whose chunk was lost once never came
 * back. What was preloaded is drawn at once, without a moment of its skeleton.
 */
export function lazyView<P extends object = object>(load: () => Promise<ComponentType<P>>): LazyView<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const start = () => {
    loading ??= load().then((component) => {
      loaded = component
      return { default: component }
    })
    return loading
  }
  let Lazy = lazy(start)
  return {
    preload: () =>
      void start().catch(() => {
        loading = undefined
      }),
    forget: () => {
      loading = undefined
      Lazy = lazy(start)
    },
    View: (props) => {
      const [Component] = useState<ComponentType<P>>(() => loaded ?? Lazy)
      return <Component {...props} />
    },
  }
}
