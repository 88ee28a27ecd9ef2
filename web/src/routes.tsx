import { type RouteObject, useRoutes } from 'react-router-dom'
import { NotFoundPage } from './pages/not-found.tsx'
import { type ScreenPath, screens } from './screens.tsx'
import { ScreenView } from './shell/screen-view.tsx'
import { Shell } from './shell/shell.tsx'

const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      ...(Object.keys(screens) as ScreenPath[]).map((path) => ({
        path,
        element: <ScreenView key={path} path={path} screen={screens[path]} />,
      })),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

/** The screen of the address, in the shell. Within a router without loaders and actions: TanStack Query reads, and the code of these is a fifth of a page's. */
export const Screens = () => useRoutes(routes)
