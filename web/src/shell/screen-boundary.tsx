import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Catches a screen that could not be loaded or drawn, and leaves the shell standing. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <EmptyState
        title="This screen could not be shown"
        text="A newer version may have been put in place. Loading the page again usually helps."
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    )
  }
}
