import { useParams } from 'react-router'
import { DetailScreen } from '#kit/resource/detail-screen.tsx'
import { stores } from './stores.resource.tsx'

export default function StoreProfileScreen() {
  const { id = '' } = useParams()
  return <DetailScreen resource={stores} id={id} />
}
