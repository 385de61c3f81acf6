import { createContext, type ReactNode, use, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

const ShownContext = createContext<ReactNode>(null)
const Shown = () => use(ShownContext)

/** A router as that of the app: forms with unsaved changes block its navigation, which `MemoryRouter` has no way for. */
export function TestRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => createMemoryRouter([{ path: '*', element: <Shown /> }]))
  return (
    <ShownContext value={children}>
      <RouterProvider router={router} />
    </ShownContext>
  )
}
