import { Link } from 'wouter';

export function SellerLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={`/admin/accounts/${id}`} className="text-accent underline underline-offset-2">
      {name}
    </Link>
  );
}
