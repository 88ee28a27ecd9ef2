import { Component, type ReactNode, Suspense } from 'react'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { t } from '../../lib/language/words.ts'
import type { LazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../form/button.tsx'
import { EmptyState } from './empty-state.tsx'

interface BoundaryProps {
  /** Shown in place of what could not be loaded or drawn. */
  fallback: ReactNode
  onError?: () => void
  /** Another value than before tries again. */
  resetKey?: unknown
  children: ReactNode
}

/** Catches what could not be loaded or drawn, and leaves all around it standing. */
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.isBroken && before.resetKey !== this.props.resetKey) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}

/** In place of a screen, or of the whole app. */
export const CouldNotBeShown = () => (useOnline() ? <Lost /> : <Offline />)

const Offline = () => (
  <EmptyState title={t('You are offline')} text={t('This screen is shown as soon as the connection is back.')} />
)

const Lost = () => (
  <EmptyState
    title={t('This screen could not be shown')}
    text={t('A newer version may have been put in place. Loading the page again usually helps.')}
    action={<Button onClick={() => location.reload()}>{t('Reload')}</Button>}
  />
)

interface OptionalProps {
  part: Pick<LazyView, 'forget'>
  /** A changed value reloads a chunk that failed to load. */
  resetKey: unknown
  onLost?: () => void
  children: ReactNode
}

/** A lazy part that the app can do without for a while: nothing is shown until it is loaded, or when it cannot be. */
export function Optional({ part, resetKey, onLost, children }: OptionalProps) {
  const onError = () => {
    part.forget()
    onLost?.()
  }
  return (
    <Boundary fallback={null} onError={onError} resetKey={resetKey}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}
