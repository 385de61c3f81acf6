import type { Review } from '@na-regua/contract/reviews'
import { lazy, Suspense, useState } from 'react'
import { getThumbnailUrl } from '../../lib/images.ts'

const ReviewPhotoViewer = lazy(async () => ({
  default: (await import('./review-photo-viewer.tsx')).ReviewPhotoViewer,
}))

/** The photos of a review. Each opens all of them full screen, where they can be reported. */
export function ReviewPhotos({ review }: { review: Pick<Review, 'photos' | 'user'> }) {
  const [openIndex, setOpenIndex] = useState<number>()
  const { photos = [], user } = review
  if (photos.length === 0) return null
  return (
    <>
      <ul aria-label={`Fotos de ${user.name}`} className="mt-3 grid max-w-md grid-cols-4 gap-1.5">
        {photos.map(({ id, url }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpenIndex(index)}
              className="relative block w-full overflow-hidden rounded-small border border-line bg-sunken"
            >
              <span className="sr-only">
                Ampliar foto {index + 1} de {photos.length}
              </span>
              <img
                src={getThumbnailUrl(url)}
                alt=""
                width={160}
                height={160}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {openIndex !== undefined && (
        <Suspense>
          <ReviewPhotoViewer review={review} first={openIndex} onClose={() => setOpenIndex(undefined)} />
        </Suspense>
      )}
    </>
  )
}
