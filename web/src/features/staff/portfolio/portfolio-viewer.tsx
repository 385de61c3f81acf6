import { type PortfolioImage, portfolioApi } from '@na-regua/contract/portfolio'
import type { Barber } from '@na-regua/contract/staff'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { PhotoViewer } from '../../../ui/photo-viewer.tsx'

export type PortfolioProps = {
  barber: Pick<Barber, 'id' | 'name' | 'portfolio' | 'portfolioCount'>
  /** What can be done with an image that is shown full screen: book what it shows. */
  action?: (image: PortfolioImage) => ReactNode
}

type PortfolioViewerProps = PortfolioProps & {
  /** Index of the image that is shown first. */
  first: number
  onClose: () => void
}

/** All images of a barber's work. Lists of barbers contain the first ones. */
function portfolioQuery(barberId: string) {
  return queryOptions({
    queryKey: ['barbers', 'portfolio', barberId],
    queryFn: async ({ signal }) => (await api(portfolioApi.list, { params: { id: barberId }, signal })).images,
  })
}

/** All images of a barber's work, full screen. Those of the list are shown at once. */
export function PortfolioViewer({ barber, action, first, onClose }: PortfolioViewerProps) {
  const { name } = barber
  const { data: images = barber.portfolio, isError, refetch } = useQuery(portfolioQuery(barber.id))
  const renderActions = (index: number) => {
    const shown = images[index]
    return (
      <>
        {isError && (
          <Button variant="outline" onClick={() => void refetch()}>
            Carregar as outras
          </Button>
        )}
        {shown && action?.(shown)}
      </>
    )
  }
  return (
    <PhotoViewer
      title={`Trabalhos de ${name}`}
      label={`Fotos dos trabalhos de ${name}`}
      photos={images.map(({ url, service }) => ({ url, caption: service?.name }))}
      count={Math.max(barber.portfolioCount, images.length)}
      first={first}
      renderActions={renderActions}
      onClose={onClose}
    />
  )
}
