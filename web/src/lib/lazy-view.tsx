import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { reloadOnce } from './browser/reload-once.ts'

/** A part of the app that is fetched when it is first shown. */
export interface LazyView<P extends object = object> {
  View: (props: P) => ReactNode
  /** Fetches it ahead; a failure shows only where it is drawn. */
  preload: () => void
  /** Lets the next drawing fetch it again: called by the boundary that shows a failure. */
  forget: () => void
}

/**
 * React's own `lazy`, created again after a failure: it keeps a failed fetch for ever, so that a screen whose chunk was
 * lost once never came back. A preloaded view is drawn at once, without a moment of its skeleton.
 *
 * @param onLost When it is to be drawn and its code cannot be fetched. Without it the page is loaded again, once a
 * build.
 */
export function lazyView<P extends object = object>(
  load: () => Promise<ComponentType<P>>,
  onLost: () => void = reloadOnce,
): LazyView<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const start = () => {
    loading ??= load().then((component) => {
      loaded = component
      return { default: component }
    })
    return loading
  }
  const draw = () => {
    const drawn = start()
    drawn.catch(onLost)
    return drawn
  }
  let Lazy = lazy(draw)
  return {
    preload: () =>
      void start().catch(() => {
        loading = undefined
      }),
    forget: () => {
      loading = undefined
      Lazy = lazy(draw)
    },
    View: (props) => {
      const [Component] = useState<ComponentType<P>>(() => loaded ?? Lazy)
      return <Component {...props} />
    },
  }
}
