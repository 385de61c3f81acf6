import {
  type CustomerProfile,
  MAX_CUSTOMER_PHOTOS,
  TOO_MANY_CUSTOMER_PHOTOS_MESSAGE,
} from '@na-regua/contract/customers'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { getThumbnailUrl, type ImageLimit } from '../../lib/images.ts'
import { useImageUploads } from '../../lib/use-image-uploads.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImageDropZone, ImageProblems, UploadTiles } from '../../ui/image-upload.tsx'

const limit: ImageLimit = { max: MAX_CUSTOMER_PHOTOS, message: TOO_MANY_CUSTOMER_PHOTOS_MESSAGE }

/** The photos of a profile until it is saved. Uploads go on while other fields are edited. */
export function useCustomerPhotos({ photos: saved, photosConsentedAt }: CustomerProfile) {
  const [photos, setPhotos] = useState<readonly string[]>(saved)
  const [hasConsent, setConsent] = useState(photosConsentedAt !== null)
  const uploads = useImageUploads(photos, (change) => setPhotos(change), limit)
  return {
    photos,
    hasConsent,
    setConsent,
    remove: (url: string) => setPhotos((current) => current.filter((photo) => photo !== url)),
    uploads,
    /** What is saved. Without consent no photo is kept. */
    changes: hasConsent ? { hasPhotoConsent: true, photos: [...photos] } : { hasPhotoConsent: false },
  }
}

type CustomerPhotosProps = {
  customer: CustomerProfile
  timeZone: string
  edit: ReturnType<typeof useCustomerPhotos>
}

/** Photos of haircuts, once the customer has agreed. */
export function CustomerPhotos({ customer, timeZone, edit }: CustomerPhotosProps) {
  const { photos, hasConsent, setConsent, remove, uploads } = edit
  const count = photos.length + uploads.uploads.length
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Fotos dos cortes</legend>
      <Checkbox checked={hasConsent} onChange={setConsent}>
        O cliente autorizou guardar fotos dos cortes
      </Checkbox>
      <ConsentHint {...{ customer, timeZone, hasConsent, count }} />
      {hasConsent && (
        <>
          <ImageDropZone
            label="Adicionar fotos"
            status={`${photos.length} de ${MAX_CUSTOMER_PHOTOS} fotos`}
            isFull={count >= MAX_CUSTOMER_PHOTOS}
            onPick={(files) => uploads.add(files)}
          />
          <ImageProblems problems={uploads.problems} />
          <ul aria-label="Fotos dos cortes" className="grid grid-cols-3 gap-2 empty:hidden">
            {photos.map((url, index) => (
              <li key={url}>
                <Photo url={url} name={`foto ${index + 1}`} onRemove={() => remove(url)} />
              </li>
            ))}
            <UploadTiles uploads={uploads.uploads} />
          </ul>
        </>
      )}
    </fieldset>
  )
}

type ConsentHintProps = Omit<CustomerPhotosProps, 'edit'> & { hasConsent: boolean; count: number }

function ConsentHint({ customer: { photosConsentedAt }, timeZone, hasConsent, count }: ConsentHintProps) {
  const text = hasConsent
    ? photosConsentedAt && `Autorizado em ${formatDate(photosConsentedAt, timeZone)}. Só a equipe vê as fotos.`
    : count > 0 && 'Ao salvar, todas as fotos são apagadas.'
  return <p className="text-sm text-mute empty:hidden">{text || null}</p>
}

function Photo({ url, name, onRemove }: { url: string; name: string; onRemove: () => void }) {
  return (
    <div className="relative overflow-hidden rounded-control border border-line">
      <a href={url} target="_blank" rel="noreferrer" aria-label={`Abrir ${name}`}>
        <img src={getThumbnailUrl(url)} alt="" loading="lazy" className="aspect-square w-full bg-sunken object-cover" />
      </a>
      <IconButton
        label={`Remover ${name}`}
        onClick={onRemove}
        className="absolute right-1 bottom-1 bg-card/90 hover:bg-card"
      >
        <Icon name="trash" className="size-4.5" />
      </IconButton>
    </div>
  )
}
