int not_there(void);
int not_there(void)
{
    return 0;
}
